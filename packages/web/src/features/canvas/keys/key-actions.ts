/** The group of an action in the shortcuts list. */
export const keyGroups = ['edit', 'add', 'nodes', 'view', 'open'] as const;
type KeyGroup = (typeof keyGroups)[number];

interface Declared {
  group: KeyGroup;
  /** Default shortcuts; several can trigger the same action. */
  keys: readonly string[];
  /** The browser or the way of working gives this key; the sheet shows it and cannot change it. */
  isFixed?: true;
  /** Changes the drawing, so that it does nothing while the drawing is locked. */
  isEdit?: true;
}

const edit = { group: 'edit', isEdit: true } as const;
const nodes = { group: 'nodes', isEdit: true } as const;

const declared = {
  undo: { ...edit, keys: ['Mod+Z'] },
  redo: { ...edit, keys: ['Mod+Shift+Z', 'Mod+Y'] },
  cut: { ...edit, keys: ['Mod+X'], isFixed: true },
  copy: { group: 'edit', keys: ['Mod+C'], isFixed: true },
  paste: { ...edit, keys: ['Mod+V'], isFixed: true },
  duplicate: { ...edit, keys: ['Mod+D'] },
  selectAll: { group: 'edit', keys: ['Mod+A'] },
  remove: { ...edit, keys: ['Delete', 'Backspace'] },
  group: { ...edit, keys: ['Mod+G'] },
  ungroup: { ...edit, keys: ['Mod+Shift+G'] },

  addNode: { group: 'add', keys: ['Tab', 'A'], isEdit: true },
  searchNodes: { group: 'add', keys: ['/'] },
  nodesPanel: { group: 'add', keys: ['N'] },

  openNode: { group: 'nodes', keys: ['Enter'] },
  rename: { ...nodes, keys: ['F2'] },
  connect: { ...nodes, keys: ['C'] },
  moveMode: { ...nodes, keys: ['M'] },
  arrows: { group: 'nodes', keys: ['Arrows'], isFixed: true },
  smallSteps: { group: 'nodes', keys: ['Shift+Arrows'], isFixed: true },
  toggleNode: { group: 'nodes', keys: ['Shift+Space'] },
  disable: { ...nodes, keys: ['D'] },
  pin: { ...nodes, keys: ['P'] },

  fit: { group: 'view', keys: ['1'] },
  fitSelection: { group: 'view', keys: ['2'] },
  fullSize: { group: 'view', keys: ['0'] },
  zoomIn: { group: 'view', keys: ['+', '='] },
  zoomOut: { group: 'view', keys: ['-'] },
  panDrag: { group: 'view', keys: ['Space'] },
  selectMode: { group: 'view', keys: ['V'] },
  panMode: { group: 'view', keys: ['H'] },
  layout: { group: 'view', keys: ['Shift+L'], isEdit: true },

  find: { group: 'open', keys: ['Mod+F'] },
  outline: { group: 'open', keys: ['O'] },
  test: { group: 'open', keys: ['Mod+Enter'] },
  save: { group: 'open', keys: ['Mod+S'] },
  jump: { group: 'open', keys: ['Mod+K'], isFixed: true },
  keySheet: { group: 'open', keys: ['?'] },
  escape: { group: 'open', keys: ['Escape'], isFixed: true },
} as const satisfies Record<string, Declared>;

export type KeyActionId = keyof typeof declared;

/** One thing a key does on the canvas. */
export interface KeyAction extends Declared {
  id: KeyActionId;
}

/** All keyboard actions of the canvas, in the order of the shortcuts list. */
export const keyActions: readonly KeyAction[] = Object.entries(declared).map(([id, action]) => ({
  ...action,
  id: id as KeyActionId,
}));

const byId = new Map(keyActions.map((action) => [action.id, action]));

/** The action of this id. */
export function keyAction(id: KeyActionId): KeyAction {
  const action = byId.get(id);
  if (!action) throw new Error(`No key action ${id}`);
  return action;
}

/** Whether a string is an action; stored state may contain removed ones. */
export function isKeyActionId(id: string): id is KeyActionId {
  return byId.has(id as KeyActionId);
}
