import { ChevronLeft, ChevronRight } from 'lucide-react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import styles from './chunks-screen.module.css';

interface PagerProps {
  page: number;
  perPage: number;
  count: number;
  onPage: (page: number) => void;
}

/** Which part of a list is shown, and the ways to the next and the one before. */
export function Pager({ page, perPage, count, onPage }: PagerProps) {
  const t = useTexts(knowledgeWorkTexts);
  const from = (page - 1) * perPage + 1;
  const to = Math.min(count, page * perPage);
  const amount = (value: number) => value.toLocaleString('en-US');
  return (
    <nav className={styles['pager']} aria-label={t('pages')}>
      <span aria-live="polite">
        {t('pageOf', { from: amount(from), to: amount(to), count: amount(count) })}
      </span>
      <IconButton label={t('previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton label={t('nextPage')} disabled={to >= count} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} />
      </IconButton>
    </nav>
  );
}
