/** The kinds of pictures a browser draws that hold no code. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** A picture file as a small square data URI, cut to its middle; throws where the file is no picture. */
export async function scalePicture(file: File, sizePx: number): Promise<string> {
  if (!pictureTypes.includes(file.type)) throw new Error(file.type);
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, sizePx, sizePx);
  picture.close();
  return canvas.toDataURL('image/webp', 0.9);
}

/** Whether our own pages may draw the address: a picture that is part of the page, or one of this server. */
export function isOwnPicture(source: string): boolean {
  if (/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/.test(source)) return true;
  return URL.canParse(source, location.origin) && new URL(source, location.origin).origin === location.origin;
}
