import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { dynamicVariableNames } from '@tendril/contract/voice/dynamic-variables';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { say } from '../../../kit/texts/texts.ts';
import { promptWords } from './prompt-words.ts';

/** Behind `{{`: variables with a default value, those the text uses already, and those of every call. */
function offerVariables(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/\{\{\s*[\w.\-/]*/);
  if (!typed) return null;
  const { values, builtIn } = context.state.facet(promptWords);
  const { doc } = context.state;
  const here = context.state.sliceDoc(typed.from, context.pos);
  const rest = doc.sliceString(0, typed.from) + doc.sliceString(typed.from + here.length);
  const used = dynamicVariableNames(rest);
  const names = [...new Set([...Object.keys(values), ...used, ...builtIn])];
  return {
    from: typed.from,
    validFor: /^\{\{\s*[\w.\-/]*$/,
    options: names.map((name) => ({
      label: `{{${name}}}`,
      // Those of this agent before those of every call.
      boost: builtIn.includes(name) ? 0 : 1,
      detail: builtIn.includes(name) ? say(voicePromptTexts, 'builtIn') : (values[name] ?? ''),
      apply: (view, _completion, from, to) => {
        const closing = /^\s*\}{1,2}/.exec(view.state.sliceDoc(to, to + 3))?.[0].length ?? 0;
        const text = `{{${name}}}`;
        view.dispatch({
          changes: { from, to: to + closing, insert: text },
          selection: { anchor: from + text.length },
        });
      },
    })),
  };
}

/** Names of functions, once two of their letters are typed. */
function offerFunctions(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/[\w-]{2,}/);
  const { functions } = context.state.facet(promptWords);
  if (functions.length === 0 || (!typed && !context.explicit)) return null;
  return {
    from: typed?.from ?? context.pos,
    validFor: /^[\w-]*$/,
    options: functions.map((name) => ({ label: name, detail: say(voicePromptTexts, 'function') })),
  };
}

/** What may be put into a prompt, offered while it is typed. */
export const promptCompletion = autocompletion({
  override: [offerVariables, offerFunctions],
  icons: false,
});
