import { writeFileSync } from 'node:fs';
import { createModules, modulesFile } from './polyfill-modules';

writeFileSync(modulesFile, createModules());
