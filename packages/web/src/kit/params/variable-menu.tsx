import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Variable } from 'lucide-react';
import { useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { VariableChoice } from './param-props.ts';
import styles from './params.module.css';

interface VariableMenuProps {
  choices: VariableChoice[];
  onChoose: (choice: VariableChoice) => void;
  /** Opened from outside, where `{{` was typed, at this element. */
  openAt?: HTMLElement | null;
  onClose?: () => void;
}

/** A button with the variables that may be put into a text. */
export function VariableMenu({ choices, onChoose, openAt = null, onClose }: VariableMenuProps) {
  const t = useTexts(paramTexts);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const anchor = button ?? openAt;
  const close = () => {
    setButton(null);
    onClose?.();
  };
  return (
    <>
      <IconButton
        label={t('insertVariable')}
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setButton(event.currentTarget)}
      >
        <Variable size={16} />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        // The menu hangs outside the page's landmarks, so it is one of its own.
        slotProps={{
          root: { role: 'region', 'aria-label': t('variables') },
          list: { 'aria-label': t('variables') },
          paper: { className: styles['variables'] ?? '' },
        }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.name}
            onClick={() => {
              close();
              onChoose(choice);
            }}
          >
            <code>{`{{${choice.name}}}`}</code>
            <small>{choice.about}</small>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
