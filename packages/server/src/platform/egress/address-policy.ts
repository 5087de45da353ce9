import ipaddr from 'ipaddr.js';

// Public by their range, but reachable only from inside: Azure's and Oracle's host services.
const hostServices = [ipaddr.parseCIDR('168.63.129.16/32'), ipaddr.parseCIDR('192.0.0.192/32')];
const ipv4Compatible = ipaddr.parseCIDR('::/96') as [ipaddr.IPv6, number];
const insideNames = /(^|\.)(localhost|local|internal|home\.arpa|lan)$/;

/**
 * Whether an address is on the public internet. Only plain unicast passes: loopback, private, link-local, carrier,
 * multicast, reserved and every form that wraps another address (mapped, NAT64, 6to4, Teredo) do not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return !(address as ipaddr.IPv6).match(ipv4Compatible);
  return !hostServices.some((service) => address.match(service as [ipaddr.IPv4, number]));
}

/** Whether a host name never resolves to a public address. */
export function isInsideName(hostname: string): boolean {
  return insideNames.test(hostname.toLowerCase().replace(/(?<!\.)\.+$/, ''));
}
