"""The rival Rhadamanthus: the opponent in a solo game. He follows fixed rules and makes no choices. SOLO-GEN-2"""
