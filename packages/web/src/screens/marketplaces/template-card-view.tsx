import type { TemplateCard } from '@tendril/contract/api/template-gallery';
import { FlaskConical, KeyRound, Trash2, Wrench } from 'lucide-react';
import { Link } from 'react-router';
import cardStyles from '../../kit/lists/list-card.module.css';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { GraphPicture } from './graph-picture.tsx';
import styles from './template-card-view.module.css';
import { templatePath } from './template-path.ts';
import { useDeleteTemplate } from './templates.queries.ts';
import { useUseTemplate } from './use-use-template.ts';

const mostUseCases = 2;

/** A template as a card: its picture, what it is for, and two ways on. */
export function TemplateCardView({ card }: { card: TemplateCard }) {
  const t = useTexts(marketplacesTexts);
  const { isBusy, use } = useUseTemplate();
  const { id, name, text, type, badge, useCases, isOwn, picture } = card;
  const isTool = type === 'TOOL';
  return (
    <article className={styles['card']}>
      <div className={styles['picture']}>
        {picture ? <GraphPicture picture={picture} /> : <Wrench size={40} aria-hidden />}
      </div>
      <div className={styles['body']}>
        <h2>
          <Link to={templatePath(id)} className={cardStyles['title'] ?? ''} title={name}>
            {name}
          </Link>
        </h2>
        <p className={cardStyles[text ? 'text' : 'noText']}>{text || t('noText')}</p>
        <div className={styles['chips']}>
          {badge && <Chip label={badge} />}
          <Chip label={t(type)} />
          {useCases.slice(0, mostUseCases).map((useCase) => (
            <Chip key={useCase} label={useCase} />
          ))}
        </div>
      </div>
      <div className={styles['foot']}>
        <KeyMark card={card} />
        {isOwn && <DeleteButton card={card} />}
        <Link
          className={styles['try'] ?? ''}
          to={templatePath(id, !isTool)}
          aria-label={t(isTool ? 'openNamed' : 'tryNamed', { name })}
        >
          {t(isTool ? 'open' : 'try')}
        </Link>
        <Button
          size="small"
          isBusy={isBusy}
          aria-label={t('useNamed', { name })}
          onClick={() => void use(card)}
        >
          {t('use')}
        </Button>
      </div>
    </article>
  );
}

function KeyMark({ card: { isDemo, keys, type } }: { card: TemplateCard }) {
  const t = useTexts(marketplacesTexts);
  if (type === 'TOOL') return <span className={styles['mark']} />;
  if (keys.length > 0)
    return (
      <span className={styles['mark']}>
        <KeyRound size={14} /> {t('needsKey')}
      </span>
    );
  return (
    <span className={styles['mark']}>
      {isDemo && <FlaskConical size={14} />} {t(isDemo ? 'isDemo' : 'noKey')}
    </span>
  );
}

function DeleteButton({ card: { id, name } }: { card: TemplateCard }) {
  const t = useTexts(marketplacesTexts);
  const remove = useDeleteTemplate();
  const ask = async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteTemplate', { name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => notify(t('deleted', { name }), 'success'),
      onError: notifyError,
    });
  };
  return (
    <span className={styles['delete']}>
      <IconButton label={t('deleteNamed', { name })} size="small" onClick={() => void ask()}>
        <Trash2 size={16} />
      </IconButton>
    </span>
  );
}
