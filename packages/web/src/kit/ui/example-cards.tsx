import type { Permits } from '@tendril/contract/permission';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardSection } from './card-section.tsx';
import styles from './example-cards.module.css';
import { PermittedButton } from './permitted-button.tsx';

interface ExampleCard<Id extends string> {
  id: Id;
  title: string;
  text: string;
  facts: readonly { Icon: LucideIcon; label: string }[];
  /** A drawing of what it makes; decoration only. */
  picture?: ReactNode;
  /** What its button says. */
  open: string;
}

interface ExampleCardsProps<Id extends string> {
  title: string;
  help: string;
  cards: readonly ExampleCard<Id>[];
  /** The card that is being opened. */
  pendingId: Id | undefined;
  onOpen: (id: Id) => void;
  /** What opening one takes. */
  needs: Permits;
  /** What stands below the cards. */
  children?: ReactNode;
}

/** Starter cards for an empty list; a click anywhere on a card triggers its button. */
export function ExampleCards<Id extends string>(props: ExampleCardsProps<Id>) {
  const { title, help, cards, pendingId, onOpen, needs, children } = props;
  return (
    <CardSection title={title} help={help} least={320} foot={children}>
      {cards.map(({ id, title: name, text, facts, picture, open }, index) => (
        <article key={id} className={styles['card']}>
          {picture}
          <div className={styles['body']}>
            <h3>{name}</h3>
            <p>{text}</p>
            <ul className={styles['facts']}>
              {facts.map(({ Icon, label }) => (
                <li key={label}>
                  <Icon size={16} />
                  {label}
                </li>
              ))}
            </ul>
            <PermittedButton
              needs={needs}
              look={index === 0 ? 'primary' : 'plain'}
              isFullWidth
              isBusy={pendingId === id}
              disabled={pendingId !== undefined && pendingId !== id}
              onClick={() => onOpen(id)}
            >
              {open}
            </PermittedButton>
          </div>
        </article>
      ))}
    </CardSection>
  );
}
