/** For tests of the wallet dialog: what it blurs behind it is drawn anew with every frame, all over the window. */
export const smallWindow = { width: 640, height: 480 };
