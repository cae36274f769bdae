/** A small window, because every frame redraws the wallet dialog's backdrop blur. */
export const smallWindow = { width: 640, height: 480 };
