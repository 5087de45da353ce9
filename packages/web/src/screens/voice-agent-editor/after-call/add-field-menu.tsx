import { postCallFieldTypes } from '@tendril/contract/voice/post-call-field';
import { Plus } from 'lucide-react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { fieldLook } from './field-look.ts';
import { mostFields } from './post-call-list.ts';
import type { PostCallEditing } from './use-post-call-fields.ts';

/** The four data types in display order. */
export function AddFieldMenu({ editing }: { editing: PostCallEditing }) {
  const t = useTexts(voiceAfterCallTexts);
  const isFull = editing.fields.length >= mostFields;
  return (
    <ActionMenu
      label={t('addField')}
      actions={postCallFieldTypes.map(({ type, label }) => ({
        id: type,
        label,
        Icon: fieldLook(type).Icon,
        onSelect: () => editing.add(type),
      }))}
      renderButton={(props) => (
        <Button
          {...props}
          size="small"
          look="quiet"
          disabled={isFull || editing.setting.value === undefined}
          title={isFull ? t('fieldsFull') : undefined}
          icon={<Plus size={16} />}
        >
          {t('add')}
        </Button>
      )}
    />
  );
}
