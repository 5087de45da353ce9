import type { TemplateDetail } from '@tendril/contract/api/template-gallery';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ArrowLeft, SquarePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { PartBoundary } from '../../kit/ui/part-boundary.tsx';
import { InsertDialog } from './insert-dialog.tsx';
import { SampleChat } from './sample-chat.tsx';
import { TemplateCanvas } from './template-canvas.tsx';
import { TemplateFacts } from './template-facts.tsx';
import styles from './template-screen.module.css';
import { ToolView } from './tool-view.tsx';
import { useUseTemplate } from './use-use-template.ts';

interface OpenedTemplateProps {
  template: TemplateDetail;
  nodes: readonly NodeTemplate[];
}

/** The bar, the drawing or the code, and the rail beside it. */
export function OpenedTemplate({ template, nodes }: OpenedTemplateProps) {
  const { name, flowData, tools } = template;
  const [tool] = tools;
  return (
    <main className={styles['frame']}>
      <TopBar template={template} />
      <div className={styles['row']}>
        <section className={styles['stage']} aria-label={name}>
          <PartBoundary>
            {flowData && <TemplateCanvas template={template} flow={flowData} nodes={nodes} />}
            {!flowData && tool && <ToolView tool={tool} />}
          </PartBoundary>
        </section>
        <aside className={styles['rail']} aria-label={name}>
          <TemplateFacts template={template} />
          {flowData && <SampleChat template={template} />}
        </aside>
      </div>
    </main>
  );
}

function TopBar({ template }: { template: TemplateDetail }) {
  const t = useTexts(marketplacesTexts);
  const navigate = useNavigate();
  const { isBusy, use } = useUseTemplate();
  const [isInserting, setInserting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, type, useCases } = template;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className={styles['bar']}>
      <IconButton label={t('back')} onClick={() => void navigate('/marketplaces')}>
        <ArrowLeft size={20} />
      </IconButton>
      <h1 ref={heading} tabIndex={-1} title={name}>
        {name}
      </h1>
      <span className={styles['chips']}>
        <Chip label={t(type)} />
        {useCases.map((useCase) => (
          <Chip key={useCase} label={useCase} />
        ))}
      </span>
      <span className={styles['acts']}>
        {type !== 'TOOL' && (
          <Button icon={<SquarePlus size={18} />} onClick={() => setInserting(true)}>
            {t('insert')}
          </Button>
        )}
        <Button look="primary" isBusy={isBusy} onClick={() => void use(template)}>
          {t(type === 'TOOL' ? 'addTool' : 'useTemplate')}
        </Button>
      </span>
      {isInserting && <InsertDialog template={template} onClose={() => setInserting(false)} />}
    </header>
  );
}
