import type { Carrier } from '@tendril/contract/api/phone-number-imports';
import { CloudDownload, Monitor, Network, Plus, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { BrowserLineDialog } from './browser-line-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SipWizard } from './sip-wizard.tsx';

type Way = 'browser' | Carrier | 'sip';

/** The options for adding a number. */
export function AddNumberMenu({ onAdded }: { onAdded: (id: string) => void }) {
  const t = useTexts(phoneAddTexts);
  const [way, setWay] = useState<Way | null>(null);
  const close = () => setWay(null);
  const added = (id: string) => {
    close();
    onAdded(id);
  };
  const open = (name: Way, Icon: NonNullable<MenuAction['Icon']>): MenuAction => ({
    id: name,
    label: t(name),
    remark: t(`${name}Remark`),
    Icon,
    onSelect: () => setWay(name),
  });
  const actions = [
    open('browser', Monitor),
    open('twilio', CloudDownload),
    open('telnyx', CloudDownload),
    open('sip', Network),
    {
      id: 'buy',
      label: t('buy'),
      remark: t('buyRemark'),
      Icon: ShoppingCart,
      isDisabled: true,
      onSelect: close,
    },
  ];
  return (
    <>
      <ActionMenu
        label={t('add')}
        align="start"
        actions={actions}
        renderButton={(props) => (
          <PermittedButton needs="phone-numbers:edit" look="primary" icon={<Plus size={20} />} {...props}>
            {t('add')}
          </PermittedButton>
        )}
      />
      {way === 'browser' && <BrowserLineDialog onClose={close} onAdded={added} />}
      {way === 'sip' && <SipWizard onClose={close} onAdded={added} />}
      {(way === 'twilio' || way === 'telnyx') && (
        <ImportDialog carrier={way} onClose={close} onAdded={added} />
      )}
    </>
  );
}
