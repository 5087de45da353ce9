import type { TemplateDetail } from '@tendril/contract/api/template-gallery';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Maximize, Minus, Plus } from 'lucide-react';
import { StillCanvas } from '../../features/canvas/view/still-canvas.tsx';
import { useView } from '../../features/canvas/view/use-view.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './template-canvas.module.css';

interface TemplateCanvasProps {
  template: TemplateDetail;
  flow: FlowData;
  nodes: readonly NodeTemplate[];
}

/** The graph of a template as a canvas draws it, to look at only. */
export function TemplateCanvas({ template: { name, type }, flow, nodes }: TemplateCanvasProps) {
  const t = useTexts(marketplacesTexts);
  return (
    <StillCanvas
      kind={type === 'TOOL' ? 'CHATFLOW' : type}
      flow={flow}
      nodes={nodes}
      label={t('drawing', { name })}
    >
      <Controls />
    </StillCanvas>
  );
}

function Controls() {
  const t = useTexts(marketplacesTexts);
  const view = useView();
  return (
    <div className={styles['controls']}>
      <IconButton label={t('zoomOut')} onClick={view.zoomOut}>
        <Minus size={18} />
      </IconButton>
      <IconButton label={t('zoomIn')} onClick={view.zoomIn}>
        <Plus size={18} />
      </IconButton>
      <IconButton label={t('fit')} onClick={view.fit}>
        <Maximize size={18} />
      </IconButton>
    </div>
  );
}
