import { join } from 'node:path';
import { build } from '@farmfe/core';

await build({ configPath: join(process.cwd(), 'farm.config.mjs') });
