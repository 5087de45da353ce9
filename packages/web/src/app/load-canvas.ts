/** Fetches the screen of the canvas, which is most of what the product draws with. */
export const loadCanvas = () =>
  import('../screens/canvas/canvas-screen.tsx').then((module) => module.CanvasScreen);
