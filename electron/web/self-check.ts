import { type SelfCheckReport } from '#self-check/report.ts';
import { type CheckedHost, makeCheckFolder, selfCheck } from '#self-check/self-check.ts';
import { composeWeb } from './composition.ts';
import { selfCheckPage } from './self-check-page.ts';
import type { Page } from './page.ts';
import type { webPaths } from './web-paths.ts';

export interface CheckedParts extends Pick<CheckedHost, 'version' | 'keychain'> {
  readonly page: Page;
  readonly webPaths: Pick<typeof webPaths, 'practiceServiceFile' | 'bundleThread'>;
}

export function checkWebHost(
  { page, webPaths, version, ...parts }: CheckedParts,
  nameFolder: () => string = makeCheckFolder,
): Promise<SelfCheckReport> {
  const { practiceServiceFile, bundleThread } = webPaths;
  return selfCheck(
    {
      ...parts,
      version,
      host: 'web',
      compose: (dataFolder) =>
        composeWeb({ dataFolder, practiceServiceFile, bundleThread, version }),
      page: (composition, dataFolder) => selfCheckPage(composition, { dataFolder, version, page }),
    },
    nameFolder,
  );
}
