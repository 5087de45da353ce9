import {
  BookOpen,
  Bot,
  CalendarCheck,
  CalendarSearch,
  Check,
  Database,
  FileText,
  FlaskConical,
  GitFork,
  List,
  type LucideIcon,
  MessageSquareText,
  PhoneIncoming,
  Plus,
  Repeat,
  UserCheck,
} from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './starter-picture.module.css';

/** A small picture of a starter on a canvas background; decoration only. */
export function StarterPicture({ starter }: { starter: keyof typeof scenes }) {
  const Scene = scenes[starter];
  return (
    <div className={styles['picture']} aria-hidden="true">
      <div className={styles['stage']}>
        <Scene />
      </div>
    </div>
  );
}

const scenes = {
  'support-bot': SupportScene,
  'appointment-agent': AppointmentScene,
  'support-triage': TriageScene,
  'city-notes': NotesScene,
  'refund-approval': RefundScene,
  empty: EmptyScene,
};

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

function TriageScene() {
  const t = useTexts(flowsTexts);
  return (
    <>
      <Edges paths={['M122 106H146', 'M232 106C246 106 234 66 248 66', 'M232 106C246 106 234 146 248 146']} />
      <Node
        x={18}
        y={87}
        width={104}
        colour="--chat-models"
        Icon={MessageSquareText}
        label={t('pictureMessage')}
      />
      <Node x={146} y={87} width={86} colour="--tools" Icon={GitFork} label={t('pictureWhich')} isMain />
      <Node x={248} y={47} width={94} colour="--voice" Icon={MessageSquareText} label={t('pictureRefund')} />
      <Node x={248} y={127} width={94} colour="--vector-stores" Icon={Bot} label={t('pictureOther')} />
    </>
  );
}

function NotesScene() {
  const t = useTexts(flowsTexts);
  return (
    <>
      <Edges paths={['M106 106H130', 'M228 106H252']} />
      <Node x={18} y={87} width={88} colour="--document-loaders" Icon={List} label={t('pictureList')} />
      <Node x={130} y={87} width={98} colour="--agents" Icon={Repeat} label={t('pictureEach')} isMain />
      <Node x={252} y={87} width={90} colour="--voice" Icon={Check} label={t('pictureNotes')} />
    </>
  );
}

function RefundScene() {
  const t = useTexts(flowsTexts);
  return (
    <>
      <Edges paths={['M106 66C124 66 112 106 130 106', 'M212 106H236', 'M286 126V150']} />
      <Node x={18} y={47} width={88} colour="--tools" Icon={FileText} label={t('pictureOrder')} />
      <Node x={130} y={87} width={82} colour="--agents" Icon={Bot} label={t('pictureAgent')} />
      <Node x={236} y={87} width={100} colour="--voice" Icon={UserCheck} label={t('pictureAllow')} isMain />
      <Node x={238} y={150} width={96} colour="--tools" Icon={Check} label={t('pictureRefund')} />
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
