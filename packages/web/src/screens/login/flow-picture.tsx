import { Bot, CalendarSearch, Check, Database, type LucideIcon, PhoneIncoming } from 'lucide-react';
import type { ReactNode } from 'react';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './flow-picture.module.css';

/** A quiet picture of a running flow: four nodes, three edges; still under reduced motion. */
export function FlowPicture() {
  const t = useTexts(loginTexts);
  return (
    <div className={styles['field']} aria-hidden="true">
      <div className={styles['stage']}>
        <svg
          className={styles['edges']}
          aria-hidden="true"
          width={720}
          height={576}
          fill="none"
          strokeWidth={2}
        >
          <path className={styles['runningEdge']} d="M304 118 C352 118 352 166 400 166" />
          <path className={styles['edge']} d="M304 326 C352 326 352 212 400 212" />
          <path className={styles['toolEdge']} d="M536 257 V356" />
        </svg>
        <Node place="caller" Icon={PhoneIncoming} title={t('caller')} note={<Took ms={180} />}>
          <p>{t('callerWords')}</p>
        </Node>
        <Node
          place="desk"
          Icon={Bot}
          title={t('frontDesk')}
          note={
            <>
              <i className={styles['pulse']} /> {t('running')}
            </>
          }
        >
          <p>
            {t('deskWordsOne')}
            <br />
            {t('deskWordsTwo')} <i className={styles['cursor']} />
          </p>
        </Node>
        <Node place="handbook" Icon={Database} title={t('handbook')} note={<Took ms={96} />}>
          <p className={styles['fact']}>
            {t('chunks')} <b>214</b>
          </p>
          <p className={styles['fact']}>
            {t('topK')} <b>4</b>
          </p>
        </Node>
        <Node place="times" Icon={CalendarSearch} title={t('findTime')} note={<Took ms={240} />}>
          <p className={styles['slots']}>
            <b>{t('slotOne')}</b>
            <span>{t('slotTwo')}</span>
            <span>{t('slotThree')}</span>
          </p>
        </Node>
        <i className={styles['callerHandle']} />
        <i className={styles['deskHandle']} />
        <i className={styles['bookHandle']} />
        <i className={styles['deskBookHandle']} />
        <i className={styles['toolTop']} />
        <i className={styles['toolBottom']} />
      </div>
    </div>
  );
}

function Took({ ms }: { ms: number }) {
  return (
    <>
      <Check size={14} className={styles['check']} /> {ms} ms
    </>
  );
}

interface NodeProps {
  place: 'caller' | 'desk' | 'handbook' | 'times';
  Icon: LucideIcon;
  title: string;
  note: ReactNode;
  children: ReactNode;
}

function Node({ place, Icon, title, note, children }: NodeProps) {
  return (
    <div className={`${styles['node']} ${styles[place]}`}>
      <div className={styles['nodeHead']}>
        <span className={styles['tile']}>
          <Icon size={14} />
        </span>
        <strong>{title}</strong>
        <span className={styles['note']}>{note}</span>
      </div>
      <div className={styles['nodeBody']}>{children}</div>
    </div>
  );
}
