/** The log densities as compiled code takes them, which scripts/lowered.ts writes. */
export const normalLogDensity =
  '[["f",[],"0x,0mean,0deviation,0z,0result","%&(!#!!)!!!!!!!*",[[10,"=-Infinity",0],-0.5,0.9189385332046727],"&!!!&,4%#<#!#P##!-%*)&#)Q!%%!%#B-R#%#%(###!##"],[0,1,2]]';
export const logNormalLogDensity =
  '[["f",[],"0x,0mean,0deviation,0y,0z,0result","%&(!#!)#!!*!!!!!!!+!+",[[10,"=-Infinity",0],-0.5,0.9189385332046727],"&!!!&,4(#<#!#P##!(B*4)(<#!#P##!-%&,&#,Q!%%!%#B0R#%#%(###!%#1##!##"],[0,1,2]]';
export const studentTLogDensity =
  '[["f",[],"0x,0freedom,0location,0scale,0z,0half,0constant,0result","%&()!####!!*!+!!!!!!!!!!,!!!!!-",[[10,"=-Infinity",0],[11,"lgamma",1],3.141592653589793,[11,"log1p",1]],"(!!!!),L4)%<#!!#%!#4(&##!<#!#P##!8%.,&#,0!#0##%Q#Q&%%#R!6#B#!-#B7#%#%+#!22&#=S#!2#%)###!##"],[0,1,2,3]]';
export const cauchyLogDensity =
  '[["f",[],"0x,0location,0scale,0z,0result","%&(!#!!)!!!!!!!*",[[10,"=-Infinity",0],1.1447298858494002,[11,"log1p",1]],"&!!!&,4%#<#!#P##!-%*)&#)B*Q#%#!((R##&#?###!##"],[0,1,2]]';
export const laplaceLogDensity =
  '[["f",[],"0x,0location,0scale,0result","%&(!#!!!!!!!!!)",[[10,"=-Infinity",0],0.6931471805599453],"&!!!&,4%#<#!#P##!,%*)&#)G#B+Q#%##(#?###!##"],[0,1,2]]';
export const logisticLogDensity =
  '[["f",[],"0x,0location,0scale,0z,0result","%&(!#!!)!!!!!!!!*",[[10,"=-Infinity",0],[11,"softplus",1]],"&!!!&,4%#<#!#P##!.%*)&#)B*#%#.?(Q#!&##)#?###!##"],[0,1,2]]';
export const uniformLogDensity =
  '[["f",[],"0x,0lower,0upper,0result","%&(######!!!!)",[[10,"=-Infinity",0]],"&!!!)L5&%<#!!#%!#2)(##!<#!!#(!#3+)##!<#!#P##!&%,-B#?###!##"],[0,1,2]]';
export const halfNormalLogDensity =
  '[["f",[],"0x,0deviation,0mean,0z,0result","%&(#!)!!!!!!!*#!!!!",[[10,"=-Infinity",0],-0.5,0.9189385332046727,0.6931471805599453],"%!!),4%#<#!#P##!,&)(Q!%%!%#B,R#%#%(###!220<#!#P##!%S#(###!##"],[0,1]]';
export const halfCauchyLogDensity =
  '[["f",[],"0x,0scale,0location,0z,0result","%&(#!)!!!!!!!*#!!!!",[[10,"=-Infinity",0],1.1447298858494002,[11,"log1p",1],0.6931471805599453],"%!!),4%#<#!#P##!,&)(B)Q#%#!((R##&#?###!220<#!#P##!%S#(###!##"],[0,1]]';
export const halfStudentTLogDensity =
  '[["f",[],"0x,0freedom,0scale,0location,0z,0half,0constant,0result","%&()####!*!+!!!!!!!!!!,!!!!!-#!!!!",[[10,"=-Infinity",0],[11,"lgamma",1],3.141592653589793,[11,"log1p",1],0.6931471805599453],"&!!!+,L4(%<#!!#%!#4(&##!<#!#P##!7&-+0!#.##%Q#Q&%%#R!4#B#!-#B6#%#%+#!22&#;S#!2#%)###!2B><#!#P##!%T#(###!##"],[0,1,2]]';
export const exponentialLogDensity =
  '[["f",[],"0x,0rate,0result","%&!####!!!!(",[[10,"=-Infinity",0]],"%!!),L2(%<#!!#%!#4(&##!<#!#P##!&B+!,-%%###!##"],[0,1]]';
export const gammaLogDensity =
  '[["f",[],"0x,0shape,0rate,0weighted,0result","%&(#!######!#!##!!!!!)!!!!!**",[[10,"=-Infinity",0],[11,"@0",2],[11,"lgamma",1]],"&!!!+M,L2*%<#!!#%!#4*&##!<#!!#(!#4+)##!<#!#P##!&60,<#!%-31###!!#0!<#!#P##!.-%5#Q#7!68%%#B8!:#R;%%##)###!##!##"],[0,1,2]]';
export const inverseGammaLogDensity =
  '[["f",[],"0x,0shape,0scale,0weighted,0result","%&(!######!!!!!!!)!!!!!*",[[10,"=-Infinity",0],[11,"lgamma",1]],"&!!!*,L4)%<#!!#%!#4)&##!<#!!#(!#4*)##!<#!#P##!0-#/#B1!%#&13#%#?#B4!6#Q7%%##)###!##"],[0,1,2]]';
export const betaLogDensity =
  '[["f",[],"0x,0a,0b,0weighted,0result","%&(#!##!######!#!##!####!!!!!!!)!!!!!!!**",[[10,"=-Infinity",0],[11,"@0",2],[11,"@1",2],[11,"lgamma",1]],"&!!!,M,L2*%<#!!#%!%-3,###!<#!!#)!#4-*##!<#!!#+!#4.,##!<#!#P##!(63/<#!%-34###!!#3!<#!!#2!&-68#<#!#37%##!!#7!##!<#!#P##!2-%=#Q#?%>&?BR%##(##DCS#SFSF#%#%(##+###!##!##"],[0,1,2]]';
export const binomialLogDensity =
  '[["f",[],"0k,0n,0p,0result","%&(##%##!#!!#!#####&##!#!!#!########!#!###!!###!####!!!!!!!!!!!!!!!!))",[[22,1],[10,"=Infinity",0],[11,"floor",1],[10,"=-Infinity",0],[11,"lgamma",1],[11,"@0",2],[11,"@1",2]],"&!!!.MLP)7##K#<#!(,5(#<#!*G)Q2%#R,6#->&#0##!!#1!K###!!#/!<#!!#3!(P67##K#<#!(,5(#<#!*G)Q2%#R,6#->&#>##!!#?!K###!!#/!##!<#!!#C!#3GF##!<#!!#E!&,2H#<#!!##!%-3J###!##!<#!#S##!),6O#<#!#3R%##!!#P!<#!!#P!&-6S#<#!#2VU##!!#T!##!<#!#S##!3-#Z#T##^&T#%&#%ab##+T#%(#Uf!d!?e!V*##&##)###!##!##"],[0,1,2]]';
export const bernoulliLogDensity =
  '[["f",[],"0k,0p,0result","%&#%!#!###!###!!##!!!#!!!!((",[[22,1],[10,"=-Infinity",0],[11,"log1p",1]],"%!!+LP&,7%#<#!%-7(###!!#&!<#!!#+!%2,)<#!!##!%-3.###!##!<#!#Q##!&-64#<#!%641<#!#Q##!#B6##!##!%68*<#!#Q##!%?:R###!##!##!##"],[0,1]]';
export const bernoulliLogitLogDensity =
  '[["f",[],"0k,0logit,0result","%&%!#!##!!#!!!!(",[[22,1],[10,"=-Infinity",0],[11,"softplus",1]],"%!!)P%,7%#<#!%-7(###!!#&!<#!#Q##!)-6.#<#!#?.##!!#/!R#?###!##"],[0,1]]';
export const poissonLogDensity =
  '[["f",[],"0k,0mean,0result","%&##%##!#!!#!#####!##!####!!!!!!!(",[[22,1],[10,"=Infinity",0],[11,"floor",1],[10,"=-Infinity",0],[11,"@0",2],[11,"lgamma",1]],"%!!-MLP(7##K#<#!(,5(#<#!*G)Q2%#R,6#->&#0##!!#1!K###!!#/!<#!!#3!%,26###!<#!!#6!&,69#<#!#3;%##!!#:!##!<#!#S##!*T?>%#?-#C#U#%(###!##"],[0,1]]';
export const negativeBinomialLogDensity =
  '[["f",[],"0k,0mean,0phi,0share,0orders,0result","%&(##%##!#!!#!#####!##!##!!###!!!!!)!!!!!!!*!!!!!++",[[22,1],[10,"=Infinity",0],[11,"floor",1],[10,"=-Infinity",0],[11,"@0",2],[11,"lgamma",1],[11,"log1p",1]],"&!!!-MLP)7##K#<#!(,5(#<#!*G)Q2%#R,6#->&#0##!!#1!K###!!#/!<#!!#3!%,27###!<#!!#6!%,49###!<#!#S##!(,6>#<#!#3A%##!!#>!<#!#S##!6TDC#DCB#!G#%(##IGU#UI%%#-#N#U#%(#&POV#!Q#%0##)###!##!##"],[0,1,2]]';
export const categoricalLogDensity =
  '[["f",[],"0k,4probabilities,0length,0x,0result","%&#(!!#!##!######)!###!!#!*",[[10,"=Infinity",0],[11,"floor",1],[18,1],[3],[10,"=-Infinity",0]],"%!!1M*%G(P2%#Q+6#,>&#+<#!%,5/###!!#.!<#!#21.##!!#0!K#<#!#L##!))45,R%;#!!!!#S!4&%##!<#!#T##!():;R#;#!!!!#S!B%##!##"],[0,1]]';
export const categoricalLogitLogDensity =
  '[["f",[],"0k,4logits,0length,0logSumExp","%&(!!#!###!#####!!!!!%)!#!!)%!#!%)!####!)%!%)!#!!#!!)%!!#!!",[[10,"=Infinity",0],[11,"floor",1],[10,"=-Infinity",0],[18,1],[3],[22,1],[11,"log1p",1]],"%!!0*#G&P2%#Q*6#+M>(%#<#!%,5/###!!#(!<#!#21/##!!#*!K#<#!#R##!5)45R,-9!&8%(#!)):%S#;#!!!!#T!U%H(###!!G%2#>;#!!!!#T!/9!2D1%#!+)F%S#;#!!!!#T!6%-2(6>%#C>#+*##!!)N%9!=O<=#!,)Q%S#;#!!!!#T!%%)A#6*-#*%>%+###!!V%#1#SL;#!!!!#T!%M%##!##"],[0,1]]';
export const dirichletLogDensity =
  '[["f",[],"4shares,4weights,4xs,0i,0end,4alphas,0k,0total,0x,2found,2go,2isOutside,0sum,0result","%&#!!(!)!*!+)!*!!#,-.#.!-,!!!##,/0.###/0,1##,/0.###/0,#!#,/0.##!####/0,!,2.!#!#!#!!#!2,,2!#!2,!!33",[[3],[18,1],[22,1],1e-8,[5,-1,-1,-1,-1,"lt",2,-2,2,-1,"=1"],[10,"=-Infinity",0],[11,"@0",2],[11,"lgamma",1]],"%!!9M*&,O%-8!()%!%),#+(%#!!*-O#8!-&+!%)0#+&%#!!*.*)7%#;#!#P!!!!9!3(13#!))3%Q#;#!!!!#P!R%#(###!!%%8G#S3%#<#!!##!%LT!A5>C%%!!))B&Q#;#!!!!#P!2%EK#%%#!!!#&!<#!#L##!%LT!NBLP%%!!))I&Q#;#!!!!#P!4%RK#%%#!!!#&!<#!#U##!&LT![PY^%%!!*)]&Q#;#!!!!#P!6%a<#!()Y*Q#;#!!!!#P!3%b##!!#(!K#%%#!!!<&!#U##!(9!l!aj!l!#!3)l!%)g!&Q#;#!!!!#P!%%n!Q(;#!!!!#P!V%)Q);#!!!!#P!W*%&#Q#;#!!!!#P!#/%##!!9!{!o!y!{!#!()u!%Q#;#!!!!#P!#&%##!!W%#.###!##!##"],[0,1],0,[],false,["map","reduce","some"]]';
export const multivariateNormalLogDensity =
  '[["f",[],"4xs,4means,6factor,0size,3zs,3logs,0i,3array0,0count,2done,0result,2go,4row,0x,4,0k,0z,0sum,0end","%&(#)!#!#!*!+!!#,-.-./0123##!456!##!5!57!#!75!!##!!#!!#!!!-,!8-!#!!#!!!-,!8-!0/-.-.#-.-./01,#456##!5!57!#!75!!57!#!75!!!!!!0",[[3],4,[10,"=NaN",0],[18,1],[10,"=-Infinity",0],[4,-1,-2,-2,6],[5,-1,-1,-1,-1,"lt",7,-2,7,-1,"=6"],-0.5,1.8378770664093453],"&!!!6M*(*(7#%;#!#P!!!!*)7#(;#!#P!!!!QN#,N&-RLV!*1(+*)*2&%+!!!!!!!,J:,):,)#-S#;#!!!!#P!4%4U#!#T*#20/.-!AO/8!816!,)2#),%S#;#!!!!#P!S&;#!!!!#P!!&(++*#!!*,9!A%>A#!()/%S#;#!!!!#P!#&%##!!)RB)RCS%;#!!!!#P!S%;#!!!!#P!%(&%#+S>;#!!!!#P!&%?*I2I#<#!!#K!).!&#H#UN#8!V+T!%)P#+&%#!!#(!+#R/#RWSL;#!!!!#P!BM*T2T#<#!!#V!).!&#H#d!N#8!e!+c!!%)[#+&%#!!#(!+#^/#^f!*]^32%#!!!!!!K)+)(&%*+#!!!!!!!!K(<#!1O,8!{!.y!!+)/#S#;#!!!!#P!S%;#!!!!#P!!&&+*)#!!*+9!f#%d#f##!().%S#;#!!!!#P!#&%##!!W!#&9!o#<m#o##!()>%S#;#!!!!#P!#&%##!!%,%.&~##X!%#%)###!!#G!##"],[0,1,2],0,[],false,["map","push"]]';
export const cauchyLogCdf = '';
export const cauchyLogSurvival = '';
export const exponentialLogCdf = '';
export const exponentialLogSurvival = '';
export const gumbelLogCdf = '';
export const gumbelLogDensity = '';
export const gumbelLogSurvival = '';
export const halfCauchyLogCdf = '';
export const halfCauchyLogSurvival = '';
export const halfNormalLogCdf = '';
export const halfNormalLogSurvival = '';
export const laplaceLogCdf = '';
export const laplaceLogSurvival = '';
export const logNormalLogCdf = '';
export const logNormalLogSurvival = '';
export const logisticLogCdf = '';
export const logisticLogSurvival = '';
export const normalLogCdf = '';
export const normalLogSurvival = '';
export const uniformLogCdf = '';
export const uniformLogSurvival = '';
export const weibullLogCdf = '';
export const weibullLogDensity = '';
export const weibullLogSurvival = '';
