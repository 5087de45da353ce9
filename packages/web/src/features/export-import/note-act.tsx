import type { ImportNeed, ImportNote } from '@tendril/contract/api/import-finding';
import { useNavigate } from 'react-router';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';

/** What the canvas does about a note. */
export interface NoteActs {
  /** Selects the node, with the field where it is known. */
  showNode: (nodeId: string, input: string | undefined) => void;
  addSecret: (nodeId: string, kinds: readonly string[]) => void;
  share: () => void;
  configure: () => void;
}

const places: Partial<
  Record<ImportNeed, { path: string; key: 'actTools' | 'actKnowledge' | 'actVariables' }>
> = {
  tool: { path: '/tools', key: 'actTools' },
  knowledgeBase: { path: '/document-stores', key: 'actKnowledge' },
  variable: { path: '/variables', key: 'actVariables' },
};

interface NoteActProps {
  nodeId: string | undefined;
  note: ImportNote;
  /** Another note of the same node has the button that leads to it. */
  isFirst: boolean;
  acts: NoteActs;
  onLeave: () => void;
}

/** The buttons that settle a note. */
export function NoteAct({ nodeId, note, isFirst, acts, onLeave }: NoteActProps) {
  const t = useTexts(exportImportTexts);
  const navigate = useNavigate();
  const leaving = (act: () => void) => () => {
    onLeave();
    act();
  };
  const { need, input, credentialNames } = note;
  const place = need && places[need];
  return (
    <>
      {need === 'secret' && nodeId !== undefined && credentialNames !== undefined && (
        <Button size="small" onClick={leaving(() => acts.addSecret(nodeId, credentialNames))}>
          {t('actSecret')}
        </Button>
      )}
      {place && (
        <Button size="small" onClick={leaving(() => void navigate(place.path))}>
          {t(place.key)}
        </Button>
      )}
      {need === 'sharing' && (
        <Button size="small" onClick={leaving(acts.share)}>
          {t('actShare')}
        </Button>
      )}
      {need === 'review' && (
        <Button size="small" onClick={leaving(acts.configure)}>
          {t('actConfiguration')}
        </Button>
      )}
      {nodeId !== undefined && isFirst && (
        <Button size="small" onClick={leaving(() => acts.showNode(nodeId, input))}>
          {t('actNode')}
        </Button>
      )}
    </>
  );
}
