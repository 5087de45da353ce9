import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { asText, type EditorProps } from './param-props.ts';
import styles from './params.module.css';

/** A secret field. A stored value is shown as a mask, which the first key press replaces entirely. */
export function PasswordInput({ fieldId, input, value, onChange }: EditorProps) {
  const t = useTexts(paramTexts);
  const [isShown, setIsShown] = useState(false);
  return (
    <span className={styles['box']}>
      <input
        id={fieldId}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        value={asText(value)}
        placeholder={input.placeholder}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton label={t(isShown ? 'hide' : 'show')} size="small" onClick={() => setIsShown(!isShown)}>
        {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
      </IconButton>
    </span>
  );
}
