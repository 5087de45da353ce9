const theirs = /\{\{\s*([A-Za-z_][\w.-]{0,99})\s*\}\}/g;
const ours = /\{\{ \$(?:vars|flow\.state)\.([\w.-]{1,100}) \}\}/g;

/** Names whose values the flow itself sets; all others are given with the call. */
export type StateNames = ReadonlySet<string>;

/** `{{name}}` as a pipeline writes it: a value of its state, or a variable of the call. */
export function toOurPlaces(text: string, state: StateNames): string {
  return text.replace(theirs, (_, name: string) =>
    state.has(name) ? `{{ $flow.state.${name} }}` : `{{ $vars.${name} }}`,
  );
}

/** The same the other way. */
export function toTheirPlaces(text: string): string {
  return text.replace(ours, (_, name: string) => `{{${name}}}`);
}
