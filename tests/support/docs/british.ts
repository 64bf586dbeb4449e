/** British spellings. Texts in English use those of the US, as their dates, prices and addresses do. */
export const BRITISH =
  /\b(cancell(ed|ing)|(un)?travell\w+|(re)?labell\w+|dialled|dialling|signall\w+|(un)?(colour|favour|behaviour|honour|neighbour)\w*|(un|re)?(organ|recogn|author|apolog|minim|maxim|custom|personal|summar|final)is(e|ed|es|ing|ation)|analys(e|ed|ing)|catalogues?|centres?|cheques?|licence[sd]?|programmes?|defence|enrolment)\b/i;
