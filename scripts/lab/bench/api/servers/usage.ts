/** Resource usage of a server's process. */
export interface Usage {
  /** Of all its threads, in user and kernel mode. */
  cpuMicroseconds: number;
  residentBytes: number;
  mostResidentBytes: number;
}

export function usageOfThisProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    mostResidentBytes: process.resourceUsage().maxRSS * 1024,
  };
}
