/** Small, because the backdrop blur of the wallet dialog is redrawn with every frame. */
export const smallWindow = { width: 640, height: 480 };
