import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import styles from './tools.module.css';

export type ToolsTab = 'custom' | 'mcp' | 'builtIn';

/** The head that all tabs share. */
export interface ToolsHeadProps {
  title: string;
  help: string;
  tab: ToolsTab;
  segments: { value: ToolsTab; label: string }[];
  onTab: (tab: ToolsTab) => void;
}

/** The tabs of the Toolkit. */
export function ToolsTabs({ head }: { head: ToolsHeadProps }) {
  const t = useTexts(toolsTexts);
  return (
    <div className={styles['tabs']}>
      <Segmented label={t('tabs')} segments={head.segments} value={head.tab} onChange={head.onTab} />
    </div>
  );
}
