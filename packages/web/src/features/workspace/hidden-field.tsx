import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { TextField, type TextFieldProps } from '../../kit/ui/text-field.tsx';

/** A password that can be looked at while it is typed. */
export function HiddenField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const t = useTexts(workspaceTexts);
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={t(isShown ? 'hidePassword' : 'showPassword', { field: props.label.toLowerCase() })}
          aria-pressed={isShown}
          size="small"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={20} /> : <Eye size={20} />}
        </IconButton>
      }
    />
  );
}
