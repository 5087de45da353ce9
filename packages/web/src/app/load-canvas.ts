/** Loads the canvas screen, the largest part of the app. */
export const loadCanvas = () =>
  import('../screens/canvas/canvas-screen.tsx').then((module) => module.CanvasScreen);
