import { useQuery } from '@tanstack/react-query';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './second-factors.module.css';

const pictureSize = 192;

/** A key as a QR code, drawn in the browser: it goes to nobody. */
export function KeyPicture({ uri }: { uri: string }) {
  const t = useTexts(secondFactorTexts);
  const picture = useQuery({
    queryKey: ['key-picture', uri],
    queryFn: async () => {
      const { toDataURL } = await import('qrcode');
      return toDataURL(uri, { width: pictureSize, margin: 2 });
    },
    gcTime: 0,
  });
  return (
    <div className={styles['picture']}>
      {picture.data && <img src={picture.data} alt={t('picture')} width={pictureSize} height={pictureSize} />}
    </div>
  );
}
