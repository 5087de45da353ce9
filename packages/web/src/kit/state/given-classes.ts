import type { NodeTemplate } from '@tendril/contract/node/node-template';

// The catalogue changes only with the server's version: one page knows one. Until it is known, any class may be given.
let given: ReadonlySet<string> | undefined;

/** Notes which classes the nodes of the catalogue give; one that cannot run gives nothing. */
export function noteGivenClasses(templates: readonly NodeTemplate[]): void {
  given = new Set(
    templates.flatMap(({ outputs, baseClasses, hideOutput, canRun }) => {
      if (canRun === false) return [];
      if (outputs) return outputs.flatMap((output) => (output.isAnchor ? output.baseClasses : []));
      return hideOutput ? [] : baseClasses;
    }),
  );
}

/** Whether some node of the catalogue that can run gives one of the classes of a place ("A | B"). */
export function isGiven(type: string): boolean {
  return given === undefined || type.split('|').some((name) => given?.has(name.trim()));
}
