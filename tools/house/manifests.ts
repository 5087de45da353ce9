import { importsOf, packageName } from './imports.ts';
import { isTestFile, packageOf, type SourceFile } from './source-tree.ts';

/** The parts of a package.json that the rules read. */
export interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The parts of package-lock.json that the rules read. */
export interface LockFile {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

/** Packages with an install script that was reviewed and allowed. */
const reviewedScripts: readonly string[] = [];

function allDependencies(manifest: Manifest): [string, string][] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

/** Names dependencies whose version is a range. */
export function unpinned(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) =>
    allDependencies(manifest)
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${manifest.name}: ${name} is '${version}'`),
  );
}

/** Names installed packages with an install script that was not reviewed. */
export function installScripts(lock: LockFile): string[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !reviewedScripts.includes(name));
}

/** Names imports that the importing package does not declare; what only tests use may be declared at the root. */
export function undeclaredImports(
  files: readonly SourceFile[],
  manifests: Readonly<Record<string, Manifest>>,
  rootManifest: Manifest,
): string[] {
  return files.flatMap((file) => {
    const manifest = manifests[packageOf(file.path) ?? ''];
    if (!manifest) return [];
    const declared = { ...manifest.dependencies, ...manifest.optionalDependencies };
    if (isTestFile(file.path))
      Object.assign(declared, manifest.devDependencies, rootManifest.devDependencies);
    return importsOf(file)
      .map((found) => packageName(found.specifier))
      .filter((name) => name !== undefined && name !== manifest.name && !(name in declared))
      .map((name) => `${file.path}: ${name} is not declared`);
  });
}
