import { square } from '@pnpm-example/model';
import { grad } from 'delta-tape';

console.log(grad(square)(3));
