import { SaxesParser } from 'saxes';

const charsAtOnce = 64 * 1024;

/** What is called while XML is read; names are without their prefixes. */
interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads XML without building a tree of it. Entities of its own are refused. Throws an error that says where it is broken. */
export function scanXml(xml: string, { open, text, close }: XmlHandlers): void {
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('opentag', ({ name, attributes }) => open?.(localName(name), attributes));
  parser.on('text', (found) => text?.(found));
  parser.on('cdata', (found) => text?.(found));
  parser.on('closetag', ({ name }) => close?.(localName(name)));
  parser.on('error', (error) => {
    throw new Error(`its XML is damaged (${error.message.slice(0, 100)})`);
  });
  for (let at = 0; at < xml.length; at += charsAtOnce) parser.write(xml.slice(at, at + charsAtOnce));
  parser.close();
}

/** A value of an attribute whatever the prefix of its name. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const found = Object.keys(attributes).find((key) => key.endsWith(`:${name}`));
  return found === undefined ? undefined : attributes[found];
}
