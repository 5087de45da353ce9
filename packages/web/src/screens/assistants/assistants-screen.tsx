import { useQuery } from '@tanstack/react-query';
import { AudioLines, Bot, type LucideIcon, SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router';
import cardStyles from '../../kit/lists/list-card.module.css';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { assistantsQuery } from './assistants.queries.ts';
import styles from './assistants-screen.module.css';
import { ProfileList } from './profile-list.tsx';
import { hasVendorEnded } from './vendor-end.ts';

/** The kinds of assistants, each with when to choose it, and the profiles. */
export function AssistantsScreen() {
  const t = useTexts(assistantsTexts);
  const page = useTexts(pageTexts);
  const custom = useQuery(assistantsQuery('CUSTOM')).data?.length;
  const openai = useQuery(assistantsQuery('OPENAI')).data?.length;
  return (
    <>
      <PageHead title={page('assistants')} help={page('assistantsHelp')} />
      <div className={styles['cards']}>
        <KindCard
          path="/assistants/custom"
          Icon={SlidersHorizontal}
          title={t('customCard')}
          text={t('customWhen')}
          chips={custom ? [t('customMade', { count: custom })] : []}
        />
        <KindCard
          path="/assistants/openai"
          Icon={Bot}
          title={t('openaiCard')}
          text={t('openaiWhen')}
          chips={[
            t(hasVendorEnded() ? 'endedChip' : 'retiredChip'),
            ...(openai ? [t('customMade', { count: openai })] : []),
          ]}
        />
        <KindCard path="/agent" Icon={AudioLines} title={t('voiceCard')} text={t('voiceWhen')} chips={[]} />
      </div>
      <ProfileList />
    </>
  );
}

interface KindCardProps {
  path: string;
  Icon: LucideIcon;
  title: string;
  text: string;
  chips: readonly string[];
}

function KindCard({ path, Icon, title, text, chips }: KindCardProps) {
  return (
    <article className={styles['card']}>
      <span className={styles['icon']}>
        <Icon size={24} aria-hidden />
      </span>
      <h2>
        <Link to={path} className={cardStyles['title'] ?? ''}>
          {title}
        </Link>
      </h2>
      <p>{text}</p>
      <div className={styles['chips']}>
        {chips.map((chip) => (
          <Chip key={chip} label={chip} />
        ))}
      </div>
    </article>
  );
}
