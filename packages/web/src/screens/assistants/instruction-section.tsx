import { Maximize2, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { TextArea } from '../../kit/params/text-area.tsx';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { FormSection } from './form-section.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import type { AssistantForm } from './use-assistant-form.ts';

const rows = 7;
const largeRows = 22;

/** The instructions that the assistant receives before every conversation. */
export function InstructionSection({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const [open, setOpen] = useState<'large' | 'generate' | null>(null);
  const { instruction } = form.details;
  const write = (text: string) => form.change({ instruction: text });
  const close = () => setOpen(null);
  const field = (rowCount: number) => (
    <TextArea
      label={t('instructions')}
      text={instruction}
      rows={rowCount}
      placeholder={t('instructionsPlaceholder')}
      onChange={write}
    />
  );
  return (
    <FormSection
      title={t('instructions')}
      help={t('instructionsHelp')}
      acts={
        <>
          <Button size="small" look="quiet" icon={<Sparkles size={16} />} onClick={() => setOpen('generate')}>
            {t('generate')}
          </Button>
          <IconButton label={t('expand')} size="small" onClick={() => setOpen('large')}>
            <Maximize2 size={16} />
          </IconButton>
        </>
      }
    >
      {field(rows)}
      <Dialog
        isOpen={open === 'large'}
        title={t('instructions')}
        width={840}
        onClose={close}
        actions={
          <Button look="primary" onClick={close}>
            {t('done')}
          </Button>
        }
      >
        {open === 'large' && field(largeRows)}
      </Dialog>
      {open === 'generate' && <GenerateDialog details={form.details} onUse={write} onClose={close} />}
    </FormSection>
  );
}
