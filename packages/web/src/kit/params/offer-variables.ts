import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { VariableChoice } from './param-props.ts';

interface Offer {
  language: 'json' | 'javascript' | 'text';
  variables?: (() => VariableChoice[]) | undefined;
}

/** In code a variable stands bare (`$vars.name`), in JSON and texts between double braces. */
export function offerVariables(
  context: CompletionContext,
  { language, variables }: Offer,
): CompletionResult | null {
  const braces = context.matchBefore(language === 'text' ? /\{{1,2}[$\w.[\]-]*/ : /\{\{[$\w.[\]-]*/);
  const bare = language === 'javascript' ? context.matchBefore(/\$[\w.]*/) : null;
  const match = braces ?? bare;
  if (!match || !variables) return null;
  const offered = variables().filter(({ name }) => braces !== null || name.startsWith('$'));
  return {
    from: match.from,
    options: offered.map(({ name, about, lastValue }) => {
      const text = braces ? `{{${name}}}` : name;
      return {
        label: text,
        detail: lastValue ?? about,
        apply: (view, _completion, from, to) => {
          // Braces that the editor has closed by itself are taken up.
          const closing = braces ? (/^\}{1,2}/.exec(view.state.sliceDoc(to, to + 2))?.[0].length ?? 0) : 0;
          view.dispatch({
            changes: { from, to: to + closing, insert: text },
            selection: { anchor: from + text.length },
          });
        },
      };
    }),
  };
}
