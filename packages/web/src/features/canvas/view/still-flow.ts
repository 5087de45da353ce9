/** How a drawing is set up that is looked at only: it is moved and enlarged, and nothing in it can be taken hold of. */
export const stillFlow = {
  minZoom: 0.1,
  maxZoom: 1.5,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  deleteKeyCode: null,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
} as const;
