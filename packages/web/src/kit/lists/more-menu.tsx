import { Ellipsis } from 'lucide-react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { ActionMenu, type MenuAction } from '../ui/action-menu.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** The ⋯ of a row or card. */
export function MoreMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const t = useTexts(listsTexts);
  const label = t('more', { name });
  return (
    <ActionMenu
      label={label}
      actions={actions}
      renderButton={(props) => (
        <IconButton {...props} size="small" label={label}>
          <Ellipsis size={16} />
        </IconButton>
      )}
    />
  );
}
