import { Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { isOwnPicture, pictureTypes, scalePicture } from '../../../kit/lib/scale-picture.ts';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { BotAvatar } from '../../chat/bot-avatar.tsx';
import { FieldNote } from '../fields/field-note.tsx';
import fieldStyles from '../fields/fields.module.css';
import styles from './sections.module.css';

const avatarSizePx = 96;

interface AvatarFieldProps {
  title: string;
  source: string;
  onChange: (source: string) => void;
}

/** The chat's picture: chosen from a file and made small, or kept as it came with an imported flow. */
export function AvatarField({ title, source, onChange }: AvatarFieldProps) {
  const t = useTexts(settingsTexts);
  const picker = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      onChange(await scalePicture(file, avatarSizePx));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className={fieldStyles['field']}>
      <span className={fieldStyles['legend']}>{t('avatar')}</span>
      <div className={styles['avatar']}>
        <BotAvatar title={title} source={source} size={44} />
        <Button size="small" icon={<Upload size={16} />} onClick={() => picker.current?.click()}>
          {t('chooseAvatar')}
        </Button>
        {source !== '' && (
          <Button size="small" look="quiet" icon={<X size={16} />} onClick={() => onChange('')}>
            {t('removeAvatar')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('chooseAvatar')}
          accept={pictureTypes.join(',')}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <FieldNote
        id="settings-avatar-note"
        error={hasFailed ? t('avatarFailed') : undefined}
        hint={t(source !== '' && !isOwnPicture(source) ? 'avatarRemote' : 'avatarHint')}
      />
    </div>
  );
}
