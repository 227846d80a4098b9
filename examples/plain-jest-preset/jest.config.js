export default { preset: 'delta-tape' };
