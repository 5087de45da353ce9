import {
  BookOpen,
  Bot,
  CalendarCheck,
  CalendarSearch,
  Check,
  Database,
  FileText,
  FlaskConical,
  type LucideIcon,
  MessageSquareText,
  PhoneIncoming,
  Plus,
} from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './starter-picture.module.css';

/** A small drawing of what a starter makes, on the dots of a canvas; decoration only. */
export function StarterPicture({ starter }: { starter: 'support-bot' | 'appointment-agent' | 'empty' }) {
  const Scene = scenes[starter];
  return (
    <div className={styles['picture']} aria-hidden="true">
      <div className={styles['stage']}>
        <Scene />
      </div>
    </div>
  );
}

const scenes = { 'support-bot': SupportScene, 'appointment-agent': AppointmentScene, empty: EmptyScene };

function SupportScene() {
  const t = useTexts(flowsTexts);
  return (
    <>
      <Edges paths={['M116 94H140', 'M236 94C243 94 240 118 248 118', 'M116 158C180 158 190 132 248 132']} />
      <Node x={20} y={75} width={96} colour="--document-loaders" Icon={FileText} label={t('pictureFile')} />
      <Node x={140} y={75} width={96} colour="--vector-stores" Icon={Database} label={t('pictureStore')} />
      <Node x={20} y={139} width={96} colour="--chat-models" Icon={FlaskConical} label={t('pictureModel')} />
      <Node x={248} y={104} width={94} colour="--agents" Icon={BookOpen} label={t('pictureAnswer')} isMain />
      <span className={styles['question']}>{t('pictureQuestion')}</span>
      <span className={styles['reply']}>
        <Check size={14} /> {t('pictureReply')}
      </span>
    </>
  );
}

function AppointmentScene() {
  const t = useTexts(flowsTexts);
  return (
    <>
      <Edges paths={['M116 106H140', 'M226 106C240 106 230 66 244 66', 'M226 106C240 106 230 146 244 146']} />
      <Node x={20} y={87} width={96} colour="--voice" Icon={PhoneIncoming} label={t('pictureCaller')} />
      <Node x={140} y={87} width={86} colour="--agents" Icon={Bot} label={t('pictureDesk')} isMain />
      <Node x={244} y={47} width={96} colour="--tools" Icon={CalendarSearch} label={t('pictureSlots')} />
      <Node x={244} y={127} width={96} colour="--tools" Icon={CalendarCheck} label={t('pictureBook')} />
    </>
  );
}

function EmptyScene() {
  const t = useTexts(flowsTexts);
  return (
    <>
      <Edges paths={['M149 106H212']} isDashed />
      <Node
        x={53}
        y={87}
        width={96}
        colour="--chat-models"
        Icon={MessageSquareText}
        label={t('pictureModel')}
      />
      <span className={styles['place']}>
        <Plus size={20} />
      </span>
    </>
  );
}

function Edges({ paths, isDashed = false }: { paths: readonly string[]; isDashed?: boolean }) {
  return (
    <svg
      className={isDashed ? styles['dashed'] : styles['edges']}
      aria-hidden="true"
      width={360}
      height={212}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

interface NodeProps {
  x: number;
  y: number;
  width: number;
  /** Name of a category's colour token. */
  colour: string;
  Icon: LucideIcon;
  label: string;
  isMain?: boolean;
}

function Node({ x, y, width, colour, Icon, label, isMain = false }: NodeProps) {
  const style = {
    insetInlineStart: x,
    insetBlockStart: y,
    inlineSize: width,
    '--category': `var(${colour})`,
  };
  return (
    <span className={isMain ? styles['main'] : styles['node']} style={style as React.CSSProperties}>
      <span className={styles['tile']}>
        <Icon size={14} />
      </span>
      {label}
    </span>
  );
}
