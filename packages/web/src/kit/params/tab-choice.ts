import type { TemplateInput } from '@tendril/contract/node/node-template';

/** The key under which a node keeps the tab chosen for a parameter. */
export function tabKey(input: TemplateInput, nodeId: string): string {
  return `${input.tabIdentifier ?? input.name}_${nodeId}`;
}

/** The name of the chosen tab: the kept one, else the default, else the first. */
export function chosenTab(
  input: TemplateInput,
  values: Readonly<Record<string, unknown>>,
  nodeId: string,
): string {
  const names = (input.tabs ?? []).map((tab) => tab.name);
  const kept = [values[tabKey(input, nodeId)], input.default].find((name) => names.includes(String(name)));
  return String(kept ?? names[0] ?? '');
}
