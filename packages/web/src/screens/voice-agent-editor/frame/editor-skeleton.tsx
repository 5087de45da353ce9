import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { usePageTitle } from '../../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import styles from './editor-skeleton.module.css';

/** The editor's shape while the agent is on its way. */
export function EditorSkeleton() {
  usePageTitle(useTexts(voiceEditorTexts)('title'));
  return (
    <div className={styles['wait']}>
      <div className={styles['head']} />
      <div className={styles['panes']}>
        <SkeletonList shape="rows" count={6} />
        <SkeletonList shape="rows" count={7} />
      </div>
    </div>
  );
}
