import type { UsedTool } from '@tendril/contract/provider/answer';
import { toolWords } from '../chat/tool-words.ts';
import { Icon } from './icon.tsx';
import { useWidget } from './widget-context.ts';

/** The tools an answer used, in words: each once, with a count. Their inputs are for the owner only. */
export function ToolList({ tools }: { tools: readonly UsedTool[] }) {
  const { t } = useWidget();
  const counts = new Map<string, number>();
  for (const { tool, error } of tools) {
    const words = t(error === undefined ? 'toolUsed' : 'toolFailed', { name: toolWords(tool) });
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return (
    <ul class="tools" aria-label={t('tools')}>
      {[...counts].map(([words, count]) => (
        <li key={words}>
          <Icon name="tool" size={14} />
          {words}
          {count > 1 && ` × ${count}`}
        </li>
      ))}
    </ul>
  );
}
