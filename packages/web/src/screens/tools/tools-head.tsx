import type { ReactNode } from 'react';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PageHead } from '../../kit/ui/page-head.tsx';
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

/** Title, main act and tabs of the Toolkit. */
export function ToolsHead({ head, actions }: { head: ToolsHeadProps; actions?: ReactNode }) {
  const t = useTexts(toolsTexts);
  return (
    <>
      <PageHead title={head.title} help={head.help} actions={actions} />
      <div className={styles['tabs']}>
        <Segmented label={t('tabs')} segments={head.segments} value={head.tab} onChange={head.onTab} />
      </div>
    </>
  );
}
