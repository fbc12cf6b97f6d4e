import { workerData } from 'node:worker_threads';
import { searchShared, type SharedSearch } from './scan-files.ts';

searchShared(workerData as SharedSearch);
