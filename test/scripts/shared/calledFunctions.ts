// Functions that the tests call in a child process.

export function answer({ word, onProgress }: { word: string; onProgress(text: string): void }) {
  onProgress(`half of ${word}`);
  return { word, pid: process.pid };
}

export function fail({ message }: { message: string }): never {
  throw new Error(message);
}

export function die(): Promise<void> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
}
